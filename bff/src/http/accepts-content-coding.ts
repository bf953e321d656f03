/** Whether the client accepts a content coding (`br`, `gzip`) by its Accept-Encoding header. */
export const acceptsContentCoding = (header: string | undefined, coding: string): boolean =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
      return name === coding && !parameters.some((each) => /^q=0(\.0*)?$/.test(each));
    });
