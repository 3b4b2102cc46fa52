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
}
