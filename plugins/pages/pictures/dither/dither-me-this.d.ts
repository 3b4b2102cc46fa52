/** The tables alone: the package's main entry requires a native canvas. */
declare module "dither-me-this/src/data/diffusion-maps.js" {
  const maps: Readonly<
    Record<string, () => readonly { readonly offset: readonly [number, number]; readonly factor: number }[]>
  >
  export default maps
}
