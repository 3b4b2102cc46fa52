import { randomUUID } from "node:crypto"
import { existsSync, linkSync, readdirSync, renameSync, rmSync } from "node:fs"
import path from "node:path"

/**
 * Creates a file whole: made beside its place by `fill`, and put there when it is done, so that a process that is killed meanwhile leaves no
 * part of it there. A file that is there already, or that another process has put there meanwhile, stays.
 */
export async function createWhole(file: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  if (existsSync(file)) return
  const unfinished = `${file}.new-${process.pid}-${randomUUID().slice(0, 8)}`
  const remove = (name: string): void => {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${name}${end}`, { force: true })
  }
  try {
    remove(unfinished)
    await fill(unfinished)
    putThere(unfinished, file)
  } finally {
    remove(unfinished)
  }
  const begun = `${path.basename(file)}.new-`
  for (const name of readdirSync(path.dirname(file)))
    if (name.startsWith(begun) && !isRunning(Number.parseInt(name.slice(begun.length), 10)))
      remove(path.join(path.dirname(file), name))
}

/** Gives a file its name, unless another has it. File systems without links cannot tell: there, the last one wins. */
function putThere(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return
    if (!existsSync(file)) renameSync(unfinished, file)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH"
  }
}
