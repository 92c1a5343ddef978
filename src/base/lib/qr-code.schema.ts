import * as z from 'zod/mini'

/** A QR code: the path of an SVG with that width and height. */
export const qrCodeSchema = /* @__PURE__ */ z.object({ size: z.number(), path: z.string() })
export type QrCode = z.infer<typeof qrCodeSchema>
