/** A point in degrees (WGS 84). */
export interface Place {
  latitude: number;
  longitude: number;
}

/** In degrees. */
export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

const earthMiles = 3_958.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (of: number): number => (of * 180) / Math.PI;

/** Miles between two places as the crow flies (haversine). */
export function milesBetween(from: Place, to: Place): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const half =
    Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** A box that holds every place within `miles`; for Britain, where it meets neither a pole nor the date line. */
export function boxAround({ latitude, longitude }: Place, miles: number): Box {
  const tall = degrees(miles / earthMiles);
  // A circle is widest a little towards the pole from its middle.
  const wide = degrees(Math.asin(Math.min(1, Math.sin(miles / earthMiles) / Math.cos(radians(latitude)))));
  return { south: latitude - tall, north: latitude + tall, west: longitude - wide, east: longitude + wide };
}
