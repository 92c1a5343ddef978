import { defineJob } from '#db/background.server.ts'
import { librarySettings } from '#db/library-settings.server.ts'
import { isLoopback } from '#env/addresses.server.ts'
import { env } from '#env/env.server.ts'
import { networkPlaces, settleNetwork, type NetworkPlace } from '#lib/http/house-network.server.ts'
import { requestContext } from '#lib/http/request-context.server.ts'
import { qrCodeOf } from '#lib/qr-code.server.ts'
import type { Devices } from './devices.schema.ts'

/** The variable by which the operator has decided where the server is found; undefined where the library decides. */
export const networkVariable = (): string | undefined =>
  ['BASE_URL', 'HOST'].find((name) => env().given.names.includes(name))

/** Opens or closes the library to the house's network, as it has decided. */
export async function followNetworkSetting(): Promise<void> {
  const { network } = await librarySettings()
  await settleNetwork(network && networkVariable() === undefined && !env().isDemo)
}

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
