/** Modes of which each page says its number, from 1 on: a cycle through them shows at once what was left out or came twice. */
export const NUMBERS = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN"] as const
