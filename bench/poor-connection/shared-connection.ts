import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Bytes that are sent at a time, as in an Ethernet frame. */
const PACKET = 1460
/** Milliseconds by which a timer may be late without losing throughput. */
const TIMER = 20

export interface SharedConnection {
  port: number
  /** Bytes that have come down. */
  received: () => number
  close: () => void
}

/** One direction of a connection: who sends waits for his turn, packet by packet, so that all get the same share. */
class Direction {
  sent = 0
  #freeAt = 0

  readonly #bitsPerSecond: number
  readonly #latency: number

  constructor(bitsPerSecond: number, latency: number) {
    this.#bitsPerSecond = bitsPerSecond
    this.#latency = latency
  }

  async carry(from: Socket, to: Socket): Promise<void> {
    // The handshake takes a way there and back before anything is sent.
    await sleep(2 * this.#latency)
    for await (const data of from) {
      for (let at = 0; at < data.length; at += PACKET) {
        const packet = data.subarray(at, at + PACKET)
        await this.#turn(packet.length)
        setTimeout(() => to.write(packet), this.#latency)
      }
    }
    setTimeout(() => to.end(), this.#latency)
  }

  async #turn(bytes: number): Promise<void> {
    const now = performance.now()
    this.sent += bytes
    this.#freeAt = Math.max(now - TIMER, this.#freeAt) + (8000 * bytes) / this.#bitsPerSecond
    await sleep(Math.max(0, this.#freeAt - now))
  }
}

/** A port that leads to another, with one throughput for all who connect, as behind one router. */
export async function sharedConnection(
  target: number,
  { down, up, latency }: { down: number; up: number; latency: number },
): Promise<SharedConnection> {
  const downwards = new Direction(down, latency / 2)
  const upwards = new Direction(up, latency / 2)
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    const cut = () => {
      near.destroy()
      far.destroy()
    }
    near.on('error', cut)
    far.on('error', cut)
    void upwards.carry(near, far).catch(cut)
    void downwards.carry(far, near).catch(cut)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    received: () => downwards.sent,
    close: () => void server.close(),
  }
}
