import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { freePort } from "../free-port.js"
import { ask } from "../kernel/http/ask.js"
import { until } from "../until.js"

/** The program of nginx, as Debian installs it, or the one that PLATEN_NGINX names; undefined where there is none. */
export const NGINX = [process.env.PLATEN_NGINX ?? "", "/usr/sbin/nginx"].find((file) => file !== "" && existsSync(file))
export const WITHOUT_NGINX = "no nginx: install it, or name its program with PLATEN_NGINX"

export interface Balancer {
  readonly port: number
  stop(): Promise<void>
}

/** What docs/operating-many.md says of a balancer, for nginx. */
export const configOf = (port: number, servers: readonly number[], folder: string): string => `daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 2048; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/temp;`).join("\n  ")}
  upstream platen {
    ${servers.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;`).join("\n    ")}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 64m;
    location / {
      proxy_pass http://platen;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 1s;
      proxy_read_timeout 8s;
      proxy_next_upstream error timeout http_502 http_503;
      proxy_next_upstream_timeout 9s;
    }
  }
}
`

/** nginx on a free port of this machine before those servers, gone with this process. */
export async function nginxBefore(servers: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "platen-nginx-"))
  mkdirSync(path.join(folder, "temp"), { mode: 0o777 })
  const port = await freePort()
  const file = path.join(folder, "nginx.conf")
  writeFileSync(file, configOf(port, servers, folder))
  const child = spawn(NGINX!, ["-p", folder, "-c", file], { stdio: "ignore" })
  const gone = (): void => {
    child.kill("SIGTERM")
    rmSync(folder, { recursive: true, force: true })
  }
  process.once("exit", gone)
  await until(
    () =>
      ask(port, "/api/health").then(
        ({ status }) => status === 200,
        () => false,
      ),
    "nginx does not start",
  )
  return {
    port,
    stop: async () => {
      process.off("exit", gone)
      const exit = new Promise((resolve) => child.once("exit", resolve))
      child.kill("SIGTERM")
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
