/** An error for a response on which the firmware shows garbage, crashes or gets stuck. The message is "REQUEST: FAULT; REMEDY". */
export class ProtocolViolation extends Error {
  constructor(request: string, fault: string) {
    super(`${request}: ${fault}`)
    this.name = "ProtocolViolation"
  }
}
