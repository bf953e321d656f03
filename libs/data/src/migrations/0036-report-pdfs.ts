import { Migration } from '@mikro-orm/migrations';

/** PDFs of saved reports. */
export class ReportPdfs extends Migration {
  override up(): void {
    this.addSql(`
      create table report_pdfs (
        id uuid not null default gen_random_uuid(),
        report_id uuid not null,
        content_hash text not null,
        status text not null default 'making',
        content bytea,
        created_at timestamptz(3) not null,
        finished_at timestamptz(3),
        constraint report_pdfs_pkey primary key (id),
        constraint report_pdfs_report_id_foreign foreign key (report_id) references reports (id) on delete cascade,
        constraint report_pdfs_report_id_content_hash_unique unique (report_id, content_hash),
        constraint report_pdfs_content_hash_check check (content_hash ~ '^[0-9a-f]{64}$'),
        constraint report_pdfs_status_check check (status in ('making', 'ready', 'failed')),
        constraint report_pdfs_finished_check check ((status = 'making') = (finished_at is null)),
        constraint report_pdfs_content_check
          check ((status = 'ready') = (content is not null) and octet_length(content) <= 2097152)
      )
    `);
    this.addSql('create index report_pdfs_created_at_index on report_pdfs (created_at)');
  }

  override down(): void {
    this.addSql('drop table report_pdfs');
  }
}
