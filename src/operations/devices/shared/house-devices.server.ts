import { defineJob } from '#base/db/background.server.ts'
import { followNetworkSetting } from '#base/db/network-setting.server.ts'
import { isLoopback } from '#base/env/addresses.server.ts'
import { env } from '#base/env/env.server.ts'
import { networkPlaces, type NetworkPlace } from '#base/lib/http/house-network.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { qrCodeOf } from '#base/lib/qr-code.server.ts'
import type { Devices } from '../devices.schema.ts'

/** Follows what other servers have decided, and the addresses that this machine gets and loses. */
export const networkJob = defineJob({ name: 'network', interval: 5000, run: followNetworkSetting })

/** Where other devices find the library. */
export function devicesNow(): Devices {
  const { baseUrl, port } = env()
  const isFound = !isLoopback(new URL(baseUrl).hostname)
  const places: NetworkPlace[] = isFound ? [{ origin: baseUrl, state: 'open' }] : networkPlaces()
  return {
    places: places.map((place) => ({ ...place, qr: qrCodeOf(place.origin) })),
    port,
    isHere: requestContext().networkOrigin !== undefined,
  }
}
