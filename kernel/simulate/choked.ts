/** The firmware would have shown rubbish, crashed, or been stranded: what it was asked for, and why. */
export class Choked extends Error {
  constructor(where: string, why: string) {
    super(`${where}: ${why}`)
    this.name = "Choked"
  }
}
