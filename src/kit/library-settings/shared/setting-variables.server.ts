import { networkVariable } from '#base/db/network-setting.server.ts'
import { env } from '#base/env/env.server.ts'
import { VARIABLES } from '#base/env/in-force.server.ts'

/** The variables of the environment that are set and decide a setting of the library, by that setting. */
export function settingVariables(): Record<string, string> {
  const network = networkVariable()
  return {
    ...Object.fromEntries(Object.entries(VARIABLES).filter(([, variable]) => env().given.names.includes(variable))),
    ...(network !== undefined && { network }),
  }
}
