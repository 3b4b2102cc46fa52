import { RUNTIME } from "platen/sdk/device"
import type { Clock, Service } from "platen/sdk"
import type { Device } from "platen/sdk/device"
import type { Checkup, Finding } from "platen/sdk/doctor"
import { intervalOf, isOnline, lastSeen } from "./presence.js"

/** dBm below which a signal is weak, volts at which a battery is nearly empty. */
const WEAK_DBM = -85
const LOW_VOLTS = 3
const HOUR_MS = 3_600_000
/** Milliseconds by which a stored time may be in the future. */
const SLACK_MS = 5 * 60_000

/** What the calls of a device say of it, and of the server's clock. */
export function checkupOf(clock: Clock, service: Pick<Service, "publicUrl" | "warnings">): Checkup {
  return {
    id: "devices/presence",
    ofDevice: (_, device) => [
      ...silence(device, clock.now()),
      ...signal(device),
      ...battery(device),
      ...ahead(device, clock.now()),
    ],
    ofServer: () => [...service.warnings().map(warned), ...address(service.publicUrl)],
  }
}

function silence(device: Device, now: number): readonly Finding[] {
  const seen = lastSeen(device.get(RUNTIME))
  if (seen === undefined || isOnline(device, now) || seen > now) return []
  const hours = Math.max(1, Math.round((now - seen) / HOUR_MS))
  return [
    {
      cause: "silent",
      level: "fault",
      seen: `The screen has not called for ${hours} ${hours === 1 ? "hour" : "hours"}; it should every ${intervalOf(device)} minutes.`,
      means: "Its battery is empty, its Wi-Fi is gone, or this server has another address than before.",
      todo: "Press its button. If it shows that it is offline, check the Wi-Fi and the server address in its setup page; if nothing happens, charge it.",
      at: seen,
    },
  ]
}

function signal(device: Device): readonly Finding[] {
  const { rssi, shownAt } = device.get(RUNTIME)
  if (rssi === undefined || rssi >= WEAK_DBM) return []
  return [
    {
      cause: "signal-weak",
      level: "warning",
      seen: `The screen reported a signal of ${rssi} dBm.`,
      means: "Below -85 dBm calls fail now and then, and each try costs battery.",
      todo: "Move it nearer to the router, turn its antenna, or add a repeater.",
      ...(shownAt !== undefined && { at: shownAt }),
    },
  ]
}

function battery(device: Device): readonly Finding[] {
  const { volts, shownAt } = device.get(RUNTIME)
  if (volts === undefined || volts <= 0 || volts > LOW_VOLTS) return []
  return [
    {
      cause: "battery-low",
      level: "warning",
      seen: `The screen reported ${volts.toFixed(2)} V.`,
      means: "Its battery is nearly empty.",
      todo: "Charge it.",
      ...(shownAt !== undefined && { at: shownAt }),
    },
  ]
}

/** A device that called in the future: the clock of the server was later before. */
function ahead(device: Device, now: number): readonly Finding[] {
  const seen = lastSeen(device.get(RUNTIME))
  if (seen === undefined || seen <= now + SLACK_MS) return []
  return [
    {
      cause: "clock-behind",
      level: "fault",
      seen: `The last call of this screen was at ${new Date(seen).toISOString()}, which is in the future.`,
      means:
        "The clock of the server is wrong now, or was: a computer without a clock battery starts with an old time.",
      todo: "Turn on the synchronisation of its clock (timedatectl set-ntp true), and start the server again.",
    },
  ]
}

function warned(sentence: string): Finding {
  return {
    cause: "server-warning",
    level: "warning",
    seen: sentence,
    means: "The server said so as it started.",
    todo: "Do what the sentence says, then start the server again.",
  }
}

/** An address that no screen can reach. */
function address(publicUrl: string | undefined): readonly Finding[] {
  if (!publicUrl || !/^https?:\/\/(localhost|127\.|\[::1\])/.test(publicUrl)) return []
  return [
    {
      cause: "address-local",
      level: "fault",
      seen: `server.publicUrl is ${publicUrl}.`,
      means: "Only this computer reaches that address: screens and phones do not.",
      todo: "Give it the address of this computer in your network, such as http://192.168.1.20:3000.",
    },
  ]
}
