import { receiveOrders } from "./orders.js"

const [module] = process.argv.slice(2) as [string]
const { run } = (await import(module)) as { run(order: unknown): unknown }

receiveOrders(run)
