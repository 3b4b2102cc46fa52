import type { Motif } from "../motif.js"
import { flock, wires } from "./birds.js"
import { fields, pines } from "./country.js"
import { shell, streams } from "./flow.js"
import { meadow, seeds } from "./flowers.js"
import { contours, ridges } from "./hills.js"
import { fern, ginkgo } from "./leaves.js"
import { composition, pendulum, skyline } from "./made.js"
import { crystal, stars } from "./night.js"
import { cloth, current, knot, rings, tiles } from "./pattern.js"
import { bamboo, tree } from "./trees.js"
import { nocturne, rain, scales, swell } from "./water.js"

/** All motifs by name. Each has three kinds. */
export const MOTIFS = {
  bamboo,
  cloth,
  composition,
  contours,
  crystal,
  current,
  fern,
  fields,
  flock,
  ginkgo,
  knot,
  meadow,
  nocturne,
  pendulum,
  pines,
  rain,
  ridges,
  rings,
  scales,
  seeds,
  shell,
  skyline,
  stars,
  streams,
  swell,
  tiles,
  tree,
  wires,
} as const satisfies Readonly<Record<string, Motif>>
export type MotifName = keyof typeof MOTIFS
