/** Entry point of a child process that never answers. `pid`: says which process it is in. */
export function run(input: unknown): number {
  if (input === "pid") return process.pid
  for (;;);
}
