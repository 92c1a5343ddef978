import { execFile } from 'node:child_process'

let sent = Promise.resolve()

/**
 * Tells systemd how the service is, such as `READY=1` or `STATUS=…`, where it has asked for that (`Type=notify`, `sd_notify(3)`). Node
 * opens no datagram socket of Unix, so systemd's own program does it. One message after the other; resolves when this one was sent.
 */
export function tellServiceManager(...states: string[]): Promise<void> {
  if (process.env.NOTIFY_SOCKET === undefined) return Promise.resolve()
  sent = sent.then(() => send(states))
  return sent
}

const send = (states: string[]): Promise<void> =>
  new Promise((resolve) => {
    // What cannot be told is no reason to end: without READY the start of the service ends by its own limit.
    execFile('systemd-notify', states, () => resolve())
  })
