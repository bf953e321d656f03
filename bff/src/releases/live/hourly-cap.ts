/**
 * Per visitor, name and hour: a visitor who reloads, or makes one of our pages reload, has no more weight than others.
 */
const maxOfVisitor = 5;
/** Visitors tracked per hour; of further ones, each is counted. */
const visitorsRemembered = 50_000;

/** Limits what one visitor adds to the counts of a name in an hour; in the memory of this process. */
export class HourlyCap {
  #hour = 0;
  readonly #countOf = new Map<string, number>();

  /** Whether one more of that visitor and name is counted, which counts it. */
  take({ visitor, name, hour }: { visitor: string; name: string; hour: Date }): boolean {
    if (hour.getTime() !== this.#hour) {
      this.#hour = hour.getTime();
      this.#countOf.clear();
    }
    const key = `${visitor} ${name}`;
    const count = this.#countOf.get(key) ?? 0;
    if (count >= maxOfVisitor) return false;
    if (count > 0 || this.#countOf.size < visitorsRemembered) this.#countOf.set(key, count + 1);
    return true;
  }
}
