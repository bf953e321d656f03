/** Whether the visitor asked the browser to save data: then nothing is loaded that the page itself does not need. */
export const prefersReducedData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
};
