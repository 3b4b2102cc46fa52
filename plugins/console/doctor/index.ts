import { CLOCK, definePlugin, LOG, provide } from "platen/sdk"
import { DEVICES } from "platen/sdk/device"
import { CHECKUPS } from "platen/sdk/doctor"
import { ROUTES } from "platen/sdk/http"
import { EXAMS, examsOf } from "./exams.js"
import { routes } from "./routes.js"

/** Plugin of the doctor: what is wrong with screens and the server, for people and on the command line. */
export default definePlugin({
  id: "doctor",
  opens: [CHECKUPS],
  provides: [EXAMS],
  needs: { checkups: CHECKUPS, devices: DEVICES, clock: CLOCK, log: LOG },
  commands: [
    { name: "doctor", summary: "say what is wrong with screens and the server", load: () => import("./command.js") },
  ],
  setup: (needs) => {
    const exams = examsOf(needs)
    return [provide(EXAMS, exams), ROUTES.of(...routes(exams))]
  },
})
