/** The header in which the besieged server says which host it believes to call. By itself, so that the server does not hold its world. */
export const HOST_HEADER = "x-siege-host"
