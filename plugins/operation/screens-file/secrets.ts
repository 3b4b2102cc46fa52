import { token } from "platen/sdk"

/** The secrets of platen.yaml that a file may name, by their names. */
export const FILE_SECRETS = token<ReadonlyMap<string, string>>("screens-file.secrets")
