import type { ErrorPhrases } from "./phrases.js"

export const fr: ErrorPhrases = {
  "error.title": "Cette page n’a pas pu être affichée",
  error: "Le serveur n’a pas pu afficher cette page. Il réessaiera à la prochaine actualisation.",
  "error.bad-input.title": "L’adresse n’est pas correcte",
  "error.bad-input": "Incorrect\u00a0: {names}. Vérifiez les réglages de l’appareil.",
  "error.invalid.title": "Les réglages ne sont pas corrects",
  "error.invalid": "À corriger\u00a0: {names}.",
  "error.unauthenticated.title": "Aucune clé valide",
  "error.unauthenticated":
    "Clé absente ou incorrecte. L’écran en demandera une autre\u00a0; dans un navigateur, connectez-vous.",
  "error.sign-in-needed.title": "Connectez-vous pour voir cette page",
  "error.sign-in-needed": "Cette page est réservée aux personnes connectées.",
  "error.forbidden.title": "Accès refusé",
  "error.forbidden": "Vous n’avez pas encore accès à cet écran\u00a0: demandez-le à son propriétaire.",
  "error.not-found.title": "Il n’y a rien ici",
  "error.not-found": "Vérifiez que l’adresse est correcte.",
  "error.rate-limited.title": "Trop de requêtes",
  "error.rate-limited": "L’écran envoie trop de requêtes. Il reprendra tout seul dans une minute.",
  "error.internal.title": "Un problème est survenu",
  "error.internal": "Le serveur n’a pas pu afficher cette page. Il réessaiera à la prochaine actualisation.",
  "error.draw-failed.title": "Un problème est survenu",
  "error.draw-failed":
    "Aucune des pages choisies n’a pu être affichée. Le serveur réessaiera à la prochaine actualisation.",
  "error.mode-not-found.title": "Cette page n’existe pas",
  "error.mode-not-found": "Aucune des pages choisies n’est installée sur le serveur.",
  "error.disk-full.title": "Le disque du serveur est plein",
  "error.disk-full": "Libérez de l’espace sur le serveur\u00a0; rien de ce qui a été enregistré n’est perdu.",
  "error.store-failed.title": "Données du serveur illisibles",
  "error.store-failed": "Vérifiez le disque du serveur. L’écran réessaiera à la prochaine actualisation.",
  "error.connection-not-granted":
    "Cette connexion ou cet album n’existe pas, ou ne vous est pas accordé. Demandez à l’administrateur.",
  "error.secret-unreadable":
    "La clé du serveur a changé. Saisissez à nouveau le lien ou le mot de passe dans les réglages.",
  "error.path-invalid": "Un JSONPath des réglages est faux. Corrigez-le.",
  "error.calendar-link": "Le lien de l’agenda n’est pas valable. Copiez-le en entier dans les réglages.",
  "error.calendar-unreadable": "Le lien des réglages ne mène pas à un agenda. Corrigez-le.",
  "error.json-unreadable": "La réponse n’est pas du JSON. Corrigez l’adresse dans les réglages.",
  "error.host-not-public": "Cette adresse est dans le réseau local. L’administrateur doit prévoir une connexion.",
  "error.upstream-refused": "L’autre serveur refuse la demande. Vérifiez l’adresse dans les réglages.",
  "error.content-too-large": "La page a trop de contenu. Choisissez moins de sources.",
}
