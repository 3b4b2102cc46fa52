import "reflect-metadata"
import { container as root } from "tsyringe"
import type { DependencyContainer } from "tsyringe"
import type { Token } from "platen/sdk"

/** Service container: values by token. A child inherits the values of its parent and may override them. */
export class Container {
  readonly #inner: DependencyContainer

  constructor(inner: DependencyContainer = root.createChildContainer()) {
    this.#inner = inner
  }

  provide<T>(token: Token<T>, value: T): void {
    this.#inner.register(token.name, { useValue: value })
  }

  has(token: Token<unknown>): boolean {
    return this.#inner.isRegistered(token.name, true)
  }

  /** Throws Error when no value is provided: call `has` first. */
  get<T>(token: Token<T>): T {
    return this.#inner.resolve<T>(token.name)
  }

  child(): Container {
    return new Container(this.#inner.createChildContainer())
  }
}
