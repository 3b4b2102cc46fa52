import type { Reply, Route, RouteRequest } from "../http/route.js"

/** The named parts of a path: "/api/device/:mac/log/:id" gives `{ mac: string, id: string }`. */
export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? PathParams<Head> & PathParams<Tail>
  : Path extends `:${infer Name}`
    ? { readonly [Key in Name]: string }
    : unknown

/** What a handler finds in `request.body`: bytes, what the schema reads, or nothing. */
type BodyOf<Bytes extends boolean, B> = Bytes extends true ? Uint8Array : B

/** Types the parts of a route against one another: the parameters by the path, the body by its schema or by `bytes`. */
export function defineRoute<
  const Path extends string,
  Q = Readonly<Record<never, never>>,
  B = undefined,
  P = PathParams<Path>,
  const Bytes extends boolean = false,
>(
  route: Omit<Route<Q, B, P>, "path" | "bytes" | "handle"> & {
    readonly path: Path
    readonly bytes?: Bytes
    handle(request: RouteRequest<Q, BodyOf<Bytes, B>, P>): Promise<Reply> | Reply
  },
): Route {
  return route as unknown as Route
}
