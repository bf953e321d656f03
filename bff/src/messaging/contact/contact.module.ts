import { Module } from '@nestjs/common';
import { ContactController } from './contact.controller.ts';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { ContactEnquiries } from '@ve/app/messaging/contact/send-enquiry';
import { provide } from '../../platform/provide.ts';

@Module({ controllers: [ContactController], providers: [provide(ContactEnquiries, [ClientAddresses])] })
export class ContactModule {}
