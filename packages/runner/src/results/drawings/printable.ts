/** Control characters as the pictures that Unicode has for them (␛): text of users must not steer a terminal. */
export const printable = (text: string): string =>
  text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, (char) => {
    const code = char.charCodeAt(0);
    if (code === 9) return ' ';
    return code < 32 ? String.fromCharCode(0x2400 + code) : code === 127 ? '\u2421' : '\ufffd';
  });
