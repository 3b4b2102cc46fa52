import { shareSdk } from "./share-sdk.js"

// Imported by child processes before anything else.
shareSdk()
