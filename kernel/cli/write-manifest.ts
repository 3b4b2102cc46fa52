import { findPlugins } from "../plugins/find.js"
import { commandsOf } from "./contributed.js"
import { writeManifest } from "./manifest.js"

// The last step of the build.
const plugins = await findPlugins({ plugins: {}, folder: process.cwd() })
writeManifest(commandsOf(plugins).map(({ entry }) => entry))
