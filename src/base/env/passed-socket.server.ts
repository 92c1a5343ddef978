import cluster from 'node:cluster'
import { installation } from './operator-command.server.ts'

/** The first descriptor that systemd passes (`SD_LISTEN_FDS_START`, `sd_listen_fds(3)`). */
const FIRST = 3

/**
 * The descriptor of the Unix socket that systemd made for this server (`maktaba@.socket`), in place of HOST and PORT; undefined
 * without one. No setting: systemd says so to the process that it starts, whose workers get the socket by it.
 */
export function passedSocket(source = process.env): number | undefined {
  const receiver = cluster.isWorker ? process.ppid : process.pid
  const isForUs = Number(source.LISTEN_PID) === receiver && Number(source.LISTEN_FDS) >= 1
  return isForUs ? FIRST : undefined
}

/** Whether the server has a socket of its proxy alone, also where its command line asks: of a library among many that has no port. */
export const hasProxySocket = (names: readonly string[]): boolean =>
  passedSocket() !== undefined || (installation() === 'library' && !names.includes('PORT'))
