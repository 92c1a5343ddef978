import { oklchToHex } from '#base/lib/oklch.ts'

/** The small coloured dot of a genre. Decoration. */
export function GenreDot({ hue }: { hue: number }) {
  return (
    <span
      aria-hidden="true"
      className="me-2 inline-block size-2.5 flex-none rounded-full forced-color-adjust-none"
      style={{ background: oklchToHex(0.55, 0.11, hue) }}
    />
  )
}
