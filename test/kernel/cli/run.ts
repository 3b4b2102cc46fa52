export { run } from "../../platen.js"
