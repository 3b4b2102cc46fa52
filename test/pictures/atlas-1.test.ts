import { atlasSlice } from "./atlas-slice.js"

atlasSlice(0)
