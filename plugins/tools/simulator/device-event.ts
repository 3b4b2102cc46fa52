/** An event that a simulated device reports. */
export type DeviceEvent =
  /** "retry": the device asks again at boot; "token-rejected": the server answered 401 and the device erased its token. */
  | { readonly type: "wake" | "shown" | "unchanged" | "retry" | "token-rejected" }
  | { readonly type: "error"; readonly reason: string }
  /** One HTTP request and its outcome. `status`: 0 when no response arrived. `ms`: duration. `bytes`: size of the response. */
  | {
      readonly type: "request"
      readonly method: string
      readonly path: string
      readonly status: number
      readonly ms: number
      readonly bytes: number
    }
