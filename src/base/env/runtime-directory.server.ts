/**
 * Where systemd lets the service leave something for other users of the machine until it stops. No setting: systemd names it by
 * `RuntimeDirectory=` of the unit.
 */
export const runtimeDirectory = (): string | undefined => process.env.RUNTIME_DIRECTORY?.trim() || undefined
