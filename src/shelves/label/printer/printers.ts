import * as z from 'zod/mini'
import { useDeviceSetting } from '../device-setting.ts'
import { NO_CORRECTION, type PrinterCorrection } from './correction.ts'

const printerSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  x: z.number().check(z.gte(-30), z.lte(30)),
  y: z.number().check(z.gte(-30), z.lte(30)),
  scaleX: z.number().check(z.gte(0.8), z.lte(1.25)),
  scaleY: z.number().check(z.gte(0.8), z.lte(1.25)),
  measuredOn: z.iso.date(),
})
/** A printer of this device, with its correction and the day on which its ruler page was measured. */
export type Printer = z.infer<typeof printerSchema>

const printersSchema = z.object({ chosen: z.string(), printers: z.array(printerSchema).check(z.maxLength(20)) })
const NONE: z.infer<typeof printersSchema> = { chosen: '', printers: [] }

/** The printers that were measured on this device, and the one that labels are printed on. */
export function usePrinters() {
  const [{ chosen, printers }, set] = useDeviceSetting('label-printers', printersSchema, NONE)
  const printer = printers.find(({ name }) => name === chosen)
  const without = (name: string) => printers.filter((one) => one.name !== name)
  return {
    printers,
    /** Undefined for a printer that needs no correction, or was not measured. */
    printer,
    correction: (printer ?? NO_CORRECTION) satisfies PrinterCorrection,
    choose: (name: string) => set({ chosen: name, printers }),
    /** Keeps a printer, in place of one of the same name, and chooses it. */
    keep: (one: Printer) => set({ chosen: one.name, printers: [...without(one.name), one] }),
    forget: (name: string) => set({ chosen: '', printers: without(name) }),
  }
}
