// The two names of the web platform that the contract speaks of. Only this folder is built with them: a plugin's own
// build has the full ones from its platform.
interface URL { readonly href: string }
interface AbortSignal { readonly aborted: boolean }
