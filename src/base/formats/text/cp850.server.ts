/** The upper half of code page 850, of DOS and of consoles of Windows, which no `TextDecoder` knows. */
const UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

export const cp850Decoder = {
  decode: (bytes?: Uint8Array): string =>
    bytes === undefined
      ? ''
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
          .toString('latin1')
          .replace(/[\x80-\xFF]/g, (letter) => UPPER[letter.charCodeAt(0) - 0x80] ?? letter),
}
