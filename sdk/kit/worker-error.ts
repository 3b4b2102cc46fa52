import type { WorkerFault } from "../workers.js"

/** The error of an order that its child process did not survive. */
export class WorkerError extends Error {
  readonly reason: WorkerFault
  /** True: it was the child's first order. */
  readonly isFirst: boolean

  constructor(reason: WorkerFault, message: string, isFirst = false) {
    super(message)
    this.reason = reason
    this.isFirst = isFirst
  }
}
