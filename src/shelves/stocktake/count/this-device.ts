import { newActId } from '#lending/desk/shared/act-id.ts'

const KEY = 'stocktake-device'
let made: string | undefined

/** The id of this device, the same in all its pages; where there is no storage, of this page. */
export function deviceId(): string {
  try {
    const known = localStorage.getItem(KEY)
    if (known !== null) return known
    made ??= newActId()
    localStorage.setItem(KEY, made)
    return made
  } catch {
    return (made ??= newActId())
  }
}

/** Whether it is a phone or a tablet. */
export const isPhone = (): boolean => matchMedia('(pointer: coarse)').matches
