/** An event for the receiver of a webhook; `id` is the same each time that it is sent. */
export interface WebhookEvent {
  id: string;
  type: string;
  at: Date;
  data: Readonly<Record<string, string | null>>;
}

/** A receiver of webhooks that the configuration names. */
export interface WebhookPort {
  /** Whether the receiver accepted it: any answer but 2xx, and none, is false. Never throws. */
  post(event: WebhookEvent): Promise<boolean>;
  close(): Promise<void>;
}
