import { env } from '#base/env/env.server.ts'
import { settleNetwork } from '#base/lib/http/house-network.server.ts'
import { librarySettings } from './library-settings.server.ts'

/** The variable by which the operator has decided where the server is found; undefined where the library decides. */
export const networkVariable = (): string | undefined =>
  ['BASE_URL', 'HOST'].find((name) => env().given.names.includes(name))

/** Opens or closes the library to the house's network, as it has decided. */
export async function followNetworkSetting(): Promise<void> {
  const { network } = await librarySettings()
  await settleNetwork(network && networkVariable() === undefined && !env().isDemo)
}
