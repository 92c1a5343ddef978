import * as z from 'zod/mini'
import { qrCodeSchema } from '#base/lib/qr-code.schema.ts'

/** An address that other devices open; `taken` by another program, or `failed` for another reason. */
const placeSchema = z.object({
  origin: z.string(),
  state: z.enum(['open', 'taken', 'failed']),
  qr: qrCodeSchema,
})

/** Where other devices find the library. */
export const devicesSchema = z.object({
  places: z.array(placeSchema),
  /** The port that the firewall of the server's machine must let in. */
  port: z.int(),
  /** Whether the page came by the house's network. */
  isHere: z.boolean(),
})
export type Devices = z.infer<typeof devicesSchema>
