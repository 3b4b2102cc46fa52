import "reflect-metadata"
import { instanceCachingFactory, container as root } from "tsyringe"
import type { DependencyContainer } from "tsyringe"
import type { Token } from "platen/sdk"

/** Service container: values by token, some made when they are first asked for. A child inherits those of its parent, and may override them. */
export class Container {
  readonly #inner: DependencyContainer
  readonly #ends: (() => Promise<void> | void)[] = []
  #state: "open" | "closing" | "closed" = "open"

  constructor(inner: DependencyContainer = root.createChildContainer()) {
    this.#inner = inner
  }

  provide<T>(token: Token<T>, value: T): void {
    this.#inner.register(token.name, { useValue: value })
  }

  /** Provides one instance, made when it is first asked for. */
  provideMade<T>(token: Token<T>, make: () => T, dispose?: (made: T) => Promise<void> | void): void {
    const useFactory = instanceCachingFactory(() => {
      if (this.#state !== "open") throw new Error(`The server stops: it makes no "${token.name}" any more.`)
      const value = make()
      if (dispose) this.onClose(() => dispose(value))
      return value
    })
    this.#inner.register(token.name, { useFactory })
  }

  /** Called when the container closes, before what was named earlier. */
  onClose(end: () => Promise<void> | void): void {
    this.#ends.push(end)
  }

  has(token: Token<unknown>): boolean {
    return this.#inner.isRegistered(token.name, true)
  }

  /** Throws Error when no value is provided: call `has` first; and once it is closed. */
  get<T>(token: Token<T>): T {
    if (this.#state === "closed") throw new Error(`The server has stopped: it gives no "${token.name}" any more.`)
    return this.#inner.resolve<T>(token.name)
  }

  child(): Container {
    return new Container(this.#inner.createChildContainer())
  }

  /** Ends what was made, in reverse, one after the other; nothing is made then or later. Idempotent. Throws the first error once all has ended. */
  async close(): Promise<void> {
    this.#state = "closing"
    const faults: unknown[] = []
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) {
      const ended = Promise.resolve().then(end)
      await ended.catch((error: unknown) => faults.push(error))
    }
    this.#state = "closed"
    if (faults.length > 0) throw faults[0]
  }
}
