import { Controller, Get, Param, ParseUUIDPipe, Req, UseGuards } from '@nestjs/common'
import { AuthGuard } from '@nestjs/passport'
import { CourseService } from './course.service.js'

@Controller('api/v2/course')
@UseGuards(AuthGuard('jwt'))
export class CourseController {
  constructor(private readonly courses: CourseService) {}

  @Get(':id')
  course(@Param('id', ParseUUIDPipe) id: string, @Req() request: { user: { id: string } }) {
    return this.courses.courseFor(request.user.id, id)
  }
}
