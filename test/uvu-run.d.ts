declare module "uvu/run" {
  export function run(
    suites: readonly { readonly name: string; readonly file: string }[],
    options?: { readonly bail?: boolean },
  ): Promise<void>
}
