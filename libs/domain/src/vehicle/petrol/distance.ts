/** A point in degrees (WGS 84). */
export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** In degrees. */
export interface BoundingBox {
  south: number;
  north: number;
  west: number;
  east: number;
}

const earthMiles = 3_958.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (of: number): number => (of * 180) / Math.PI;

/** Miles between two places in a straight line (haversine). */
export function milesBetween(from: GeoPoint, to: GeoPoint): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const half =
    Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** A box that contains every place within `miles`; valid in Britain, away from poles and date line. */
export function boundingBoxAround({ latitude, longitude }: GeoPoint, miles: number): BoundingBox {
  const tall = degrees(miles / earthMiles);
  // A circle is widest slightly closer to the pole than its centre.
  const wide = degrees(Math.asin(Math.min(1, Math.sin(miles / earthMiles) / Math.cos(radians(latitude)))));
  return { south: latitude - tall, north: latitude + tall, west: longitude - wide, east: longitude + wide };
}
